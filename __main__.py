"""``python -m fingerpost``."""

import sys


def main() -> None:
    """Run the command line; being interrupted while it is still loaded is told as it is later."""
    try:
        from .cli.main import run
    except KeyboardInterrupt:
        sys.stderr.write("\nfingerpost: interrupted\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
