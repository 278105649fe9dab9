/** Web Audio of a browser that lets a page sound after a touch. */
class Node {
  frequency = { value: 0 };
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(next: Node) {
    return next;
  }
  start() {
    FakeAudio.tones++;
  }
  stop() {}
}

export class FakeAudio {
  static last: FakeAudio;
  /** How many tones were begun. */
  static tones = 0;
  /** Whether the browser waits for a touch. */
  static isRefused = false;
  state: AudioContextState = 'suspended';
  onstatechange = () => {};
  currentTime = 0;
  destination = new Node();
  createOscillator = () => new Node();
  createGain = () => new Node();
  constructor() {
    FakeAudio.last = this;
  }
  async resume() {
    if (FakeAudio.isRefused) throw new DOMException('Not allowed', 'NotAllowedError');
    this.state = 'running';
  }
  async close() {}
}
