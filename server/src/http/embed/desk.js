// <plumbline-desk token="plb_…">: Plumbline's panel on a page of another site. A new token starts a new panel.
const here = new URL(document.currentScript.src).origin;

customElements.define('plumbline-desk', class extends HTMLElement {
  static observedAttributes = ['token'];

  attributeChangedCallback() {
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback() {
    const frame = document.createElement('iframe');
    frame.title = 'Plumbline';
    frame.style.cssText = 'border:0;inline-size:100%;block-size:100%;min-block-size:28rem';
    frame.src = `${here}/embed#${this.getAttribute('token') ?? ''}`;
    this.style.display = 'block';
    this.replaceChildren(frame);
  }
});
