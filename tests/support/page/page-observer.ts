/** Watches the page from now on. The returned function stops, and returns whether `stands` was ever true, however briefly. */
export function watchFor(stands: () => boolean) {
  let stood = false;
  const watching = new MutationObserver(() => {
    stood ||= stands();
  });
  watching.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => {
    watching.disconnect();
    return stood;
  };
}
