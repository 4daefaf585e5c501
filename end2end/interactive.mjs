// node interactive.mjs URL [RUNS]: the time until a first visit becomes interactive, on slow 4G (1.6 Mbit/s, 150 ms)
// and with a CPU four times slower, with an empty cache. Prints the median and the bytes transferred.
//
// "Interactive" means that a key does something that only the module does: "?" opens the list of keys. It is pressed
// every 20 ms from the first paint on.
import { chromium } from 'playwright-core';

const [url, runs = '5'] = process.argv.slice(2);
if (!url) {
  console.error('usage: node interactive.mjs URL [RUNS]');
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const [painted, interactive, bytes] = [[], [], []];
for (let run = 0; run < Number(runs); run += 1) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false, latency: 150, downloadThroughput: (1.6e6 / 8), uploadThroughput: (0.75e6 / 8),
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let received = 0;
  cdp.on('Network.loadingFinished', (event) => { received += event.encodedDataLength; });
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (document.querySelector('dialog[open]')) {
        window.workable = performance.now();
        clearInterval(timer);
      } else if (document.body) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
      }
    }, 20);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.workable, null, { timeout: 60_000 });
  const times = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, window.workable,
  ]);
  painted.push(times[0]);
  interactive.push(times[1]);
  bytes.push(received);
  await context.close();
}
await browser.close();
console.log(`first paint ${(median(painted) / 1000).toFixed(2)} s, interactive ${(median(interactive) / 1000).toFixed(2)} s, ` +
  `${Math.round(median(bytes) / 1000)} KB received (median of ${runs})`);
