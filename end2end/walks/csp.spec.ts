// Each page runs under its policy: no script, style, image or request is blocked, and none goes elsewhere. Browsers
// also write violations to the console, which the fixtures watch; here the page itself is checked as well.
import type { Page } from '@playwright/test';
import { answeredElsewhere, firstRecord, open, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

/** Begins to keep what the policy turns away, from before the page's first script. */
async function keepBlocked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { blocked: kept });
    document.addEventListener('securitypolicyviolation', event => {
      kept.push(`${event.effectiveDirective}: ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`);
    });
  });
}

async function blocked(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
}

test('no page breaks its policy', async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  const hosts = new Set<string>();
  page.on('request', request => {
    if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
  });
  await keepBlocked(page);
  const run = await answeredElsewhere(page, WHY_APP);
  const paths = [
    '/',
    `/c/${run.sessionId}`,
    '/analysis',
    '/compare?a=fi_reporting&b=bpc_reporting',
    '/pipeline',
    '/support',
    '/review',
    `/review/${run.sessionId}`,
    '/quality',
    `/runs/${run.id}/compare`,
    '/import',
    '/settings',
    '/settings/mail',
    '/settings/sign-in',
    '/settings/words',
    '/settings/documents',
    '/settings/tools',
    '/settings/memory',
    '/watches',
    `/watches/new?run=${run.id}`,
    '/settings/sources',
    '/usage',
    `/records/communication/${firstRecord(run).id}`,
  ];
  for (const path of paths) {
    await open(page, path);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    expect(await blocked(page), path).toEqual([]);
  }
  expect([...hosts]).toEqual([new URL(baseURL!).origin]);
});

test('the policy holds: what is slipped into a page does not run', async ({ page, faults }) => {
  faults.expect(/Content Security Policy/);
  faults.allow(/elsewhere\.example/);
  await keepBlocked(page);
  await open(page, '/');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.slippedIn = true';
    document.body.append(script);
    const picture = new Image();
    const failed = new Promise(done => (picture.onerror = done));
    picture.src = 'https://elsewhere.example/pixel.gif';
    document.body.append(picture);
    await failed;
    return 'slippedIn' in window;
  });
  expect(ran).toBe(false);
  const kinds = async () => (await blocked(page)).map(text => text.split(':')[0]);
  await expect.poll(kinds).toEqual(expect.arrayContaining(['script-src-elem', 'img-src']));
});
