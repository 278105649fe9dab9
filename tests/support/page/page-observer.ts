/** Watches the page from now on. The returned function stops, and returns whether `isTrue` was ever true, however briefly. */
export function watchFor(isTrue: () => boolean) {
  let wasTrue = false;
  const watching = new MutationObserver(() => {
    wasTrue ||= isTrue();
  });
  watching.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => {
    watching.disconnect();
    return wasTrue;
  };
}
