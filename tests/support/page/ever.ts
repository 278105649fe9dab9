/** Watches the page from now on; the answer says whether what was asked for ever stood on it, be it for a moment. */
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
