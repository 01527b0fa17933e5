"""The pages of a site as data: what each says, in blocks that a template then spells."""
