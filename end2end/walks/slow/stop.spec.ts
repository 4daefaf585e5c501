// Stopping a run midway: it ends as cancelled, its findings stay with a receipt, and further questions are possible.
import { ask, conversationId, expectWholeTrace, open, over, runId, turns, WHY_APP } from '../../desk';
import { expect, test } from '../../fixtures';

for (const [how, stop] of [
  ['the Stop button', (page: import('@playwright/test').Page) => page.getByRole('button', { name: /^Stop/ }).click()],
  ['Escape', (page: import('@playwright/test').Page) => page.keyboard.press('Escape')],
] as const) {
  test(`${how} ends the run and keeps what is known`, async ({ page }) => {
    await open(page, '/');
    const conversation = await ask(page, WHY_APP);
    const turn = turns(page).first();
    await expect(page.locator(`[id="call-${await runId(turn)}-c1"]`)).toBeVisible();
    await stop(page);

    const run = await over(page, turn);
    expect(run.status).toBe('cancelled');
    expect(run.receipt).not.toBeNull();
    await expectWholeTrace(page, run);
    await expect(turn.getByRole('heading', { name: 'Stopped before the end' })).toBeVisible();
    const receipt = turn.locator('footer');
    await expect(receipt).toContainText(/iterations?/);
    await expect(receipt).toContainText(`${run.receipt!.toolCalls}`);
    await expect(turn.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
    if (run.answer) await expect(turn.getByText('partial answer')).toBeVisible();
    await expect(turn.locator('.answer').getByText('not verified')).toHaveCount(0);

    await ask(page, 'How many cases breached SLA?');
    await expect(turns(page)).toHaveCount(2);
    expect(conversationId(page)).toBe(conversation);
    const next = await over(page, turns(page).nth(1));
    expect(next.status).toBe('completed');
    await expect(turns(page).nth(1)).toContainText(/breached their SLA|cases where SLA breached/);
  });
}
