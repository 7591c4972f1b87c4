import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { graphInventory } from './inventory.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

const inventory = Buffer.from(graphInventory({ '*': ['lodash@4.17.4'] }))

/** Chooses a file and fills in its project. */
async function askAbout(page: Page, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /^Choose files|^Scan files/ })
    .first()
    .click()
  await (
    await chooser
  ).setFiles({ name: `${name}.cdx.json`, mimeType: 'application/json', buffer: inventory })
  const dialog = page.getByRole('dialog', { name: 'Scan a file' })
  await dialog.getByLabel('Project').fill(`https://example.org/${name}`)
  return dialog
}

/** Records the idempotency keys of uploads, and delays each. */
async function watchUploads(page: Page, pauseMs: number): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/uploads/**', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await route.continue()
  })
  return keys
}

describeWithBrowser('double submissions', (stage) => {
  const scansOf = async (name: string) => {
    const { api } = stage.product
    const { account } = await api.users.me()
    const projects = await api.projects.list({ params: { accountUuid: account.uuid } })
    const project = projects.find(({ url }) => url === `https://example.org/${name}`)
    if (!project) return []
    return api.reports.history({ params: { projectUuid: project.uuid }, query: { branch: 'main' } })
  }

  const rhythms: [string, number, (page: Page) => Promise<void>][] = [
    ['a double click before the upload has arrived', 700, async (page) => page.mouse.up()],
    ['a slow second click', 0, (page) => page.waitForTimeout(350)],
  ]
  test.each(rhythms)('start one scan, which is shown: %s', async (name, pauseMs, pause) => {
    const project = name.replaceAll(' ', '-')
    const { page, leave } = await stage.open()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.getByRole('button', { name: 'Choose files' }).or(page.getByRole('table')).first().waitFor()
    const dialog = await openDialog(page, project)
    const keys = await watchUploads(page, pauseMs)
    const { x, y, width, height } = (await dialog
      .getByRole('button', { name: 'Scan', exact: true })
      .boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await pause(page)
    await page.mouse.click(x + width / 2, y + height / 2)
    await dialog
      .getByRole('link', { name: 'Open report' })
      .or(page.getByRole('heading', { name: project }))
      .first()
      .waitFor()
    expect(keys).toHaveLength(1)
    await expect.poll(() => scansOf(project)).toHaveLength(1)
    await leave()
  })

  /** Accounts with projects have no upload button on the dashboard, so the file is dropped. */
  async function openDialog(page: Page, project: string) {
    if ((await page.getByRole('button', { name: 'Choose files' }).count()) > 0) return askAbout(page, project)
    const transfer = await page.evaluateHandle(
      ([name, content]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([content!], name!))
        return transfer
      },
      [`${project}.cdx.json`, inventory.toString()],
    )
    await page.dispatchEvent('footer', 'dragenter', { dataTransfer: transfer })
    await page.dispatchEvent('footer', 'drop', { dataTransfer: transfer })
    const dialog = page.getByRole('dialog', { name: 'Scan a file' })
    await dialog.getByLabel('Project').fill(`https://example.org/${project}`)
    return dialog
  }

  test('an upload is scanned even if its dialog is closed meanwhile', async () => {
    const { page, leave } = await stage.open()
    await page.getByRole('table', { name: 'Projects' }).waitFor()
    const dialog = await openDialog(page, 'closed')
    await watchUploads(page, 500)
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await scansOf('closed')).length).toBe(1)
    await leave()
  })

  test('an upload retried after a lost response is the same scan', async () => {
    const { page, context } = await stage.open()
    await page.getByRole('table', { name: 'Projects' }).waitFor()
    const dialog = await openDialog(page, 'lost')
    const keys: (string | undefined)[] = []
    await page.route('**/api/v1/uploads/**', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // The server has processed it, but the response is lost.
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await dialog.getByRole('link', { name: 'Open report' }).waitFor()
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    await expect.poll(() => scansOf('lost')).toHaveLength(1)
    await context.close()
  })

  test('two simultaneous clicks in the settings create one tag', async () => {
    const { page, leave } = await stage.open('/settings/tags')
    await page
      .getByRole('button', { name: 'Add tag' })
      .or(page.getByRole('button', { name: /tag/i }))
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('twice')
    await dialog.locator('button[type=submit]').dblclick()
    await dialog.waitFor({ state: 'detached' })
    const tags = await stage.product.api.tags.list()
    expect(tags.filter(({ name }) => name === 'twice')).toHaveLength(1)
    await leave()
  })
})
