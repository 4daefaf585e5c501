// A tool that acts: its effect is shown, survives a reload, and happens only after a person has approved it.
import type { Page } from '@playwright/test';
import { alive, ask, open, over, runId, runOf, trace, turns } from '../desk';
import { expect, test } from '../fixtures';

const box = (page: Page) => page.locator('article.approval');

test('a case is proposed, looked at again after a reload, and opened once it is approved', async ({ page }) => {
  await open(page, '/');
  await ask(page, 'Open a case for Tischlerei Kamps about the new customer number');
  await expect(box(page)).toContainText('waiting for you');
  await expect(box(page).getByRole('heading')).toHaveText('Open a case for Tischlerei Kamps');
  for (const field of ['Customer', 'Title', 'Priority', 'SLA deadline', 'Communications']) {
    await expect(box(page).getByRole('rowheader', { name: field, exact: true })).toBeVisible();
  }
  await expect(box(page)).toContainText(/Decide by \d+ \w+ \d{4}, \d\d:\d\d UTC/);

  await page.reload();
  await alive(page);
  await expect(box(page)).toContainText('waiting for you');
  await box(page).getByRole('button', { name: 'Approve', exact: true }).click();
  const turn = turns(page).first();
  const run = await over(page, turn);
  expect(run.status).toBe('completed');
  await expect(box(page)).toContainText('approved');
  await expect(box(page)).toContainText(/local, .* UTC\. Carried out once, in \d+ m?s/);
  await expect(box(page).getByRole('button')).toHaveCount(0);
  // The notes of its figures are between the words.
  await expect(turn).toContainText(/Case case-[0-9a-f]{10}.* was opened for Tischlerei Kamps/);
  const call = run.steps.flatMap(step => step.kind.calls ?? []).find(c => c.tool === 'create_case');
  expect(call?.outcome?.status).toBe('ok');
  await expect(trace(page)).toContainText('approved by local');
});

test('a proposal is changed before it is approved', async ({ page }) => {
  await open(page, '/');
  await ask(page, 'Add a note to case-0003: called back');
  await box(page).getByText('Edit before approving').click();
  await box(page).getByLabel('Note', { exact: true }).fill('Called back; all is well now.');
  await box(page).getByRole('button', { name: 'Approve with changes' }).click();
  const run = await over(page, turns(page).first());
  const call = run.steps.flatMap(step => step.kind.calls ?? []).find(c => c.tool === 'add_case_note');
  expect(call?.args.note).toBe('Called back; all is well now.');
  await expect(box(page)).toContainText('approved with changes');
});

test('a list is changed, too, and only what is left in it is taken', async ({ page }) => {
  await open(page, '/');
  await ask(page, 'Open a case for Joanne Doyle about the slow mobile app');
  await box(page).getByText('Edit before approving').click();
  const list = box(page).getByLabel(/^communication ids/i);
  const ids = (await list.inputValue()).split('\n');
  expect(ids[0]).toMatch(/^comm-/);
  await list.fill(` ${ids[0]} \n\n`);
  await box(page).getByRole('button', { name: 'Approve with changes' }).click();
  const run = await over(page, turns(page).first());
  const call = run.steps.flatMap(step => step.kind.calls ?? []).find(c => c.tool === 'create_case');
  expect(call?.args.communicationIds).toEqual([ids[0]]);
});

test('what was decided elsewhere cannot be decided again', async ({ page }) => {
  await open(page, '/');
  await ask(page, 'Assign case-0666 to Claudia Wirth');
  await box(page).getByLabel(/^Reason/).fill('She is on leave');
  await box(page).getByRole('button', { name: 'Decline' }).click();
  const run = await over(page, turns(page).first());
  await expect(box(page)).toContainText('declined');
  await expect(box(page)).toContainText('“She is on leave”');
  await expect(turns(page).first()).toContainText('Nothing was changed. Declined by local.');
  const approval = run.steps.find(step => step.kind.type === 'approval')!.kind as unknown as { approval: string };
  const late = await page.request.post(`/api/research/runs/${run.id}/approvals/${approval.approval}`, {
    data: { decision: 'approve' },
  });
  expect(late.status()).toBe(409);
  expect((await late.json()).detail).toBe('This was declined already, by local.');
  expect((await runOf(page, await runId(turns(page).first()))).status).toBe('completed');
});

test('what is written survives a reload, and the bar leads to what waits', async ({ page, context, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|\/rpc\/|\/events/);
  await open(page, '/');
  await ask(page, 'Add a note to case-0006: called back');
  await box(page).getByText('Edit before approving').click();
  await box(page).getByLabel('Note', { exact: true }).fill('Called back twice.');
  await box(page).getByLabel(/^Reason/).fill('Second try');
  await expect(box(page).getByRole('button', { name: /^Approve/ })).toHaveText(['Approve with changes']);
  await page.reload();
  await alive(page);
  await expect(box(page).getByLabel('Note', { exact: true })).toHaveValue('Called back twice.');
  await expect(box(page).getByLabel(/^Reason/)).toHaveValue('Second try');

  // On other pages, the bar shows that something is pending.
  const other = await context.newPage();
  await open(other, '/review');
  await other.getByRole('button', { name: /waiting/ }).click();
  await other.getByRole('dialog', { name: 'Waiting for you' }).getByRole('link', { name: /Add a note to case-0006/ }).click();
  await expect(other.locator('article.approval').getByRole('heading')).toBeInViewport();
  await other.close();

  // The connection is lost, but not what was typed.
  await context.setOffline(true);
  await box(page).getByRole('button', { name: 'Approve with changes' }).click();
  await expect(box(page).getByRole('alert')).toContainText('Not saved');
  await expect(box(page).getByLabel('Note', { exact: true })).toHaveValue('Called back twice.');
  await context.setOffline(false);
  await box(page).getByRole('button', { name: 'Approve with changes' }).click();
  const run = await over(page, turns(page).first());
  const call = run.steps.flatMap(step => step.kind.calls ?? []).find(c => c.tool === 'add_case_note');
  expect(call?.args.note).toBe('Called back twice.');
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
});
