import { onTestFinished } from 'vitest';

/** Translates this page as a browser does: every text node, now and later, is replaced by an element with a text of its own. */
export function translatePage() {
  const watcher = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translate(node);
  });
  onTestFinished(() => watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  translate(document.body);
}

function translate(node: Node) {
  if (node.parentNode?.nodeName === 'FONT' || node.nodeName === 'FONT') return;
  if (node.nodeType !== Node.TEXT_NODE) {
    for (const child of [...node.childNodes]) translate(child);
    return;
  }
  const translated = document.createElement('font');
  translated.textContent = node.textContent;
  node.parentNode?.replaceChild(translated, node);
}
