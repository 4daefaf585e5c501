// The reading of a question is shown above the answer: a part is changed or removed, and the answer follows.
import { answered, ask, over, turns } from '../desk';
import { expect, test } from '../fixtures';

test('a part of the question is changed, chosen from a menu, and taken away', async ({ page }) => {
  await answered(page, 'How many complaints about mobile banking were there in January 2026?');
  const line = (n: number) => turns(page).nth(n).locator('.understood');
  await expect(line(0)).toContainText('complaints');
  await expect(turns(page).first()).toContainText(/412\s*complaints|There are 412/);

  // Typing filters the menu; choosing asks again.
  const product = line(0).getByText('Mobile banking').first();
  await product.click();
  const typed = line(0).getByRole('textbox').and(page.locator(':visible'));
  await typed.fill('credit');
  await line(0).getByRole('button', { name: 'Credit card', exact: true }).click();
  const other = await over(page, turns(page).nth(1));
  expect(other.answer!.text).toContain('Credit card');
  await expect(line(1)).toContainText('changed by you');

  // A period in one's own words.
  await line(1).getByText('1 to 31 January 2026').first().click();
  await line(1).getByRole('textbox').and(page.locator(':visible')).fill('all dates');
  await page.keyboard.press('Enter');
  const all = await over(page, turns(page).nth(2));
  expect(all.answer!.text).not.toBe(other.answer!.text);

  await line(2).getByText('Credit card').first().click();
  await line(2).getByRole('button', { name: 'Remove' }).and(page.locator(':visible')).click();
  expect((await over(page, turns(page).nth(3))).answer!.text).not.toContain('Credit card');
});

test('a follow-up shows what it carries over', async ({ page }) => {
  await answered(page, 'Why are customers complaining about the mobile app?');
  await ask(page, 'and in December?');
  const run = await over(page, turns(page).nth(1));
  expect(run.answer!.text).toContain('December 2025');
  await expect(turns(page).nth(1).locator('.understood')).toContainText(/Mobile banking\s*carried over/);
});

test('a part lights the words that it came from, by mouse, by keyboard and by touch', async ({ page }) => {
  await answered(page, 'How many complaints about mobile banking were there in January 2026?');
  const turn = turns(page).first();
  const lit = turn.locator('.question-part[data-lit]');
  const chip = (text: string) => turn.locator('.understood li').filter({ hasText: text });
  const box = async () => (await turn.locator('.turn-head').boundingBox())!;
  const before = await box();
  await chip('Mobile banking').hover();
  await expect(lit).toHaveText(['mobile banking']);
  expect(await box()).toEqual(before);
  await expect(chip('Mobile banking').locator('summary')).toHaveAttribute('title', 'From “mobile banking”');
  await page.mouse.move(0, 0);
  await expect(lit).toHaveCount(0);

  // The other way round.
  await turn.locator('.question-part', { hasText: 'January 2026' }).hover();
  await expect(chip('1 to 31 January 2026')).toHaveAttribute('data-lit', '');
  await page.mouse.move(0, 0);

  await chip('Mobile banking').locator('summary').focus();
  await expect(lit).toHaveText(['mobile banking']);
  await page.keyboard.press('Tab');
  await expect(lit).toHaveText([/January 2026$/]);
});

test('a part that no word says tells why it is there', async ({ page }) => {
  await answered(page, 'Why are customers complaining about the mobile app?');
  const line = (n: number) => turns(page).nth(n).locator('.understood');
  await expect(line(0).locator('[data-origin="assumed"] > summary')).toHaveAttribute('title', /the question does not say it/);
  // Parts that cannot be changed take the focus as well.
  await line(0).getByRole('button', { name: /What is asked/ }).focus();
  await expect(turns(page).first().locator('.question-part[data-lit]').first()).toContainText('Why');
  await ask(page, 'and in December?');
  await over(page, turns(page).nth(1));
  await expect(line(1).locator('[data-origin="carried"] > summary').first()).toHaveAttribute('title', 'From the question before');
});

test('words that nothing used are struck through, and said to be', async ({ page }) => {
  await answered(page, 'How many complaints about unicorn insurance were there?');
  const unused = turns(page).first().locator('.question-unused');
  await expect(unused).toContainText('unicorn insurance');
  await expect(unused).toHaveAttribute('title', 'Not used');
  await expect(turns(page).first().getByRole('heading', { level: 1 })).toHaveAccessibleName(/unicorn insurance \(Not used\)/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ faults }) => {
    faults.withoutScripts();
  });

  test('the menu is a form', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Question' }).fill('How many complaints about mobile banking were there in January 2026?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(async () => {
      await page.reload();
      await expect(turns(page).first()).not.toHaveAttribute('aria-busy', 'true', { timeout: 100 });
    }).toPass();
    const line = turns(page).first().locator('.understood');
    await expect(turns(page).first().locator('.question-part')).toHaveText(['How many complaints', 'mobile banking', /January 2026$/]);
    await line.getByText('1 to 31 January 2026').first().click();
    await line.getByRole('textbox').and(page.locator(':visible')).fill('December 2025');
    await line.getByRole('button', { name: 'Change', exact: true }).and(page.locator(':visible')).click();
    await expect(async () => {
      await page.reload();
      await expect(turns(page).nth(1)).toContainText('There are 17', { timeout: 100 });
    }).toPass();
  });
});
