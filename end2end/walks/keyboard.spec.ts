// By keyboard alone: from the skip link to the composer, to an answer, to a tool's result.
import type { Page } from '@playwright/test';
import { answeredElsewhere, ask, composer, open, over, runId, trace, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

/** What has the focus, and whether one can see that it has. */
function focused(page: Page) {
  return page.evaluate(() => {
    const node = document.activeElement as HTMLElement;
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    return {
      id: node.id,
      tag: node.tagName,
      text: (node.innerText ?? '').trim(),
      call: node.closest('[id^="call-"]')?.id ?? '',
      marked:
        (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
        style.boxShadow !== 'none' ||
        // A field may show its focus on the box around it.
        [...document.querySelectorAll(':focus-within')].some(
          around => around !== node && around.contains(node) && around.clientHeight < 300 &&
            getComputedStyle(around).outlineStyle !== 'none' && parseFloat(getComputedStyle(around).outlineWidth) > 0,
        ),
      inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0,
    };
  });
}

type Focused = Awaited<ReturnType<typeof focused>>;

/** Presses Tab until something has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, there: (now: Focused) => boolean, most = 120): Promise<Focused> {
  const way: string[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    // Smooth scrolling to the focus takes a moment.
    await expect.poll(async () => (await focused(page)).inView, `in view after ${way.join(' > ')}`).toBe(true);
    const now = await focused(page);
    way.push(now.id || now.text.slice(0, 20) || now.tag);
    expect(now.marked, `the focus shows on ${way.at(-1)}`).toBe(true);
    if (there(now)) return now;
  }
  throw new Error(`not reached by Tab: ${way.join(' > ')}`);
}

test('one can ask and open an observation without a pointer', async ({ page }) => {
  await open(page, '/');
  const first = await tabTo(page, () => true);
  expect(first.text).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);

  await tabTo(page, now => now.id === 'ask', 3);
  await page.keyboard.type(WHY_APP);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/c\//);
  const turn = turns(page).first();
  await over(page, turn);

  const call = `call-${await runId(turn)}-c1`;
  await tabTo(page, now => now.call === call && now.tag === 'SUMMARY' && /result/i.test(now.text));
  await page.keyboard.press('Enter');
  const result = page.locator(`[id="${call}"] details`).filter({ has: page.locator('pre') });
  await expect(result).toHaveAttribute('open', '');
  await expect(result.locator('pre')).toContainText('"results"');
});

test('single keys work outside of fields, and the sheet lists them', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('/');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('n?/');
  await expect(composer(page)).toHaveValue('n?/');
  await expect(sheet).toBeHidden();
});

test('a folded trace leaves no empty column, and can be opened again', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const run = await answeredElsewhere(page, WHY_APP);
  await open(page, `/c/${run.sessionId}`);
  const wide = async () => (await page.locator('.desk-main').boundingBox())!.width;
  const before = await wide();
  await page.keyboard.press('t');
  await page.keyboard.press('[');
  await expect.poll(wide).toBeGreaterThan(before + 400);
  const side = (await page.locator('.desk-side').boundingBox())!;
  expect(side.width).toBeLessThan(60);
  await page.getByText('How this was found').first().click();
  await expect(trace(page).locator('ol').first()).toBeVisible();
});

test('on a narrow screen the trace comes folded, also on the way from the empty desk', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await ask(page, WHY_APP);
  await over(page, turns(page).first());
  await expect(page.locator('.desk-side > .trace')).not.toHaveAttribute('open');
});
