// Pages are complete without any script. Each part hands its work to fingerpost.ready, which runs it on this page
// and, where the theme swaps pages without loading them anew, on each page that follows.
window.fingerpost = {
  ready(work) {
    if (window.document$) window.document$.subscribe(() => work());
    else work();
  },
};
