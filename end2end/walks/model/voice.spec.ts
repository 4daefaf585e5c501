// A spoken call: a recording is sent and transcribed, and the reply can be played, with and without scripts.
import { open } from '../../desk';
import { expect, test } from '../../fixtures';

async function begin(page: import('@playwright/test').Page): Promise<string> {
  const begun = await page.request.post('/api/support/calls', { data: { phone: '+37060012345', language: 'lt' } });
  return `/support/${(await begun.json()).sessionId}`;
}

const recording = (content: string) => ({ name: 'said.webm', mimeType: 'audio/webm', buffer: Buffer.from(content) });

test('a recording is said, and the reply is played', async ({ page }) => {
  const call = await begin(page);
  await open(page, call);
  await page.getByLabel('A recording of what the caller says').setInputFiles(recording('OPUS'));
  await page.getByRole('button', { name: 'Send the recording' }).click();
  await expect(page.locator('.utterance[data-who="caller"]')).toContainText('neveikia internetas');
  await expect(page).toHaveURL(new RegExp(`${call}$`));
  const player = page.locator('.utterance[data-who="agent"] audio').last();
  await expect(page.locator('.utterance[data-who="agent"] audio')).toHaveCount(2);
  const seconds = await player.evaluate(async (node: HTMLAudioElement) => {
    node.muted = true;
    await node.play();
    return node.duration;
  });
  expect(seconds).toBeCloseTo(0.1, 1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a recording is said, and silence is answered', async ({ page, faults }) => {
    faults.withoutScripts();
    const call = await begin(page);
    await page.goto(call);
    await page.getByLabel('A recording of what the caller says').setInputFiles(recording('OPUS'));
    await page.getByRole('button', { name: 'Send the recording' }).click();
    await expect(page.locator('.utterance[data-who="caller"]')).toContainText('neveikia internetas');
    faults.expect(/status 400/);
    faults.expect(/Failed to load resource.*400/);
    await page.goto(call);
    await page.getByLabel('A recording of what the caller says').setInputFiles(recording('SILENCE'));
    await page.getByRole('button', { name: 'Send the recording' }).click();
    await expect(page.getByText('Nothing was heard in the recording')).toBeVisible();
  });
});
