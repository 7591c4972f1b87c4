import { createAssayClient } from '@assay/sdk/client.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { graphInventory } from './inventory.ts'
import { describeProductWithBrowser, describeWithBrowser } from './describe-with-browser.ts'
import { startPreparedProduct } from './prepared-product.ts'
import { emulateVariant, variants, violations, violationsInVariants } from './browser-user.ts'

const inventory = new TextDecoder().decode(graphInventory({ '*': ['lodash@4.17.4'] }))

/** Drops a file of this name and content on the page. */
async function drop(page: Page, { name, content, on }: { name: string; content: string; on: string }) {
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content!], name!))
      return transfer
    },
    [name, content],
  )
  await page.dispatchEvent(on, 'dragenter', { dataTransfer: transfer })
  await page.getByText('Drop files to scan them').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.dispatchEvent(on, 'drop', { dataTransfer: transfer })
  await page.getByText('Drop files to scan them').waitFor({ state: 'detached' })
}

/** Pastes a file of this name and content. */
const paste = (page: Page, file: { name: string; content: string; on: string }) =>
  page.evaluate(({ name, content, on }) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([content], name))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    // The dialog closes once it has the file.
    document.querySelector(on)?.dispatchEvent(event)
  }, file)

/** Scrolls to the top, where the sticky header covers nothing. */
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))

describeWithBrowser('the first scan', (stage) => {
  test('is offered in four ways beside a checklist, accessible in every theme and viewport', async () => {
    const { page, leave } = await stage.open('/dashboard')
    const ways = page.getByRole('region', { name: 'Run your first scan' })
    await ways.waitFor()
    const areEnabled = async () => {
      for (const name of ['Choose files', 'Generate a command', 'Load demo data'])
        await expect.poll(() => ways.getByRole('button', { name }).isEnabled()).toBe(true)
    }
    for (const variant of variants) {
      await emulateVariant(page, variant)
      await areEnabled()
    }
    await ways.getByRole('link', { name: 'Connect' }).waitFor()
    const setup = page.getByRole('region', { name: 'Setup' })
    await setup.getByRole('link', { name: 'Create a team' }).waitFor()
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await leave()
  })

  test('is chosen, described and canceled only by keyboard', async () => {
    const { page, leave } = await stage.open()
    const first = page.getByRole('button', { name: 'Choose files' })
    await first.waitFor()
    // Well before the key press, since the browser needs a moment to start listening.
    const chooser = page.waitForEvent('filechooser')
    const isFocused = () => first.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; tabs < 80 && !(await isFocused()); tabs++) await page.keyboard.press('Tab')
    await expect.poll(() => isFocused()).toBe(true)
    await page.keyboard.press('Enter')
    const bytes = Buffer.from(inventory)
    await (await chooser).setFiles({ name: 'shop.cdx.json', mimeType: 'application/json', buffer: bytes })
    const dialog = page.getByRole('dialog', { name: 'Scan a file' })
    await dialog.waitFor()
    await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe('shop')
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await leave()
  })

  test('is offered by every list that is empty without one', async () => {
    const { page, leave } = await stage.open('/status')
    for (const path of ['/components', '/licenses', '/vulns']) {
      await page.goto(stage.product.url + path)
      await page.getByText('Nothing scanned yet').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'Scan your first project' }).click()
    await page.waitForURL(/\/dashboard/)
    await leave()
  })

  test('explains why a file cannot be read, and allows a retry', async () => {
    const { page, failures, context } = await stage.open()
    await page.getByRole('region', { name: 'Run your first scan' }).waitFor()
    await drop(page, { name: 'notes.json', content: '{"nothing": true}', on: 'main h1' })
    const dialog = page.getByRole('dialog', { name: 'Scan a file' })
    await dialog.getByLabel('Project').waitFor()
    await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe('notes')
    await dialog.getByRole('button', { name: 'Scan' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Scan failed' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => dialog.getByLabel('Branch').inputValue()).toBe('main')
    // The browser logs the rejected request.
    expect(failures.filter((failure) => !failure.includes('400'))).toEqual([])
    await context.close()
  })

  test('works with the command and its token; the page shows the result automatically', async () => {
    const { page, leave } = await stage.open()
    await page.getByRole('button', { name: 'Generate a command' }).click()
    const command = await page.getByRole('region', { name: 'Scan command with token' }).innerText()
    expect(command).toContain(`ASSAY_URL=${stage.product.url} `)
    await toTop(page)
    await expect.poll(() => violations(page)).toEqual([])
    const token = /ASSAY_TOKEN=(\S+)/.exec(command)![1]!
    const api = createAssayClient({ baseUrl: stage.product.url, authorization: () => `token ${token}` })
    const file = { filename: 'bom.json', bytes: new TextEncoder().encode(inventory) }
    await api.uploads.intoNew({ body: { file, url: 'https://example.org/by-command', branch: 'main' } })
    await page.getByRole('table', { name: 'Projects' }).getByText('by-command').waitFor()
    await leave()
  })

  test.each([
    ['the dashboard', '/dashboard', 'body'],
    ['the dialog that adds a project', '/projects?add=true', 'dialog input[name=url]'],
  ])('works by pasting a file in %s', async (_place, path, on) => {
    const { page, leave } = await stage.open(path)
    await page.locator(on).waitFor()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    const dialog = page.getByRole('dialog', { name: 'Scan a file' })
    await expect
      .poll(async () => {
        await paste(page, { name: 'pasted.cdx.json', content: inventory, on })
        return dialog.isVisible()
      })
      .toBe(true)
    await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe('pasted')
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await dialog.getByRole('link', { name: 'Open report' }).waitFor()
    await dialog.getByText(/^Checked against \d+ npm advisor/).waitFor()
    await leave()
  })

  test('works by dropping a file, also with existing projects, with progress and a link to the report', async () => {
    const { page, leave } = await stage.open()
    await page.getByRole('table', { name: 'Projects' }).waitFor()
    await drop(page, { name: 'storefront.cdx.json', content: inventory, on: 'footer' })
    const dialog = page.getByRole('dialog', { name: 'Scan a file' })
    await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe('storefront')
    await expect.poll(() => violations(page)).toEqual([])
    const events = page.waitForResponse((response) => response.url().endsWith('/events'))
    await dialog.getByRole('button', { name: 'Scan' }).click()
    expect(await (await events).headerValue('content-type')).toContain('text/event-stream')
    const link = dialog.getByRole('link', { name: 'Open report' })
    await link.waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await link.click()
    await page.getByRole('heading', { name: 'storefront' }).first().waitFor()
    await expect.poll(() => page.url()).toContain('reportUuid=')
    await leave()
  })
})

// All projects, without the first eleven months of their scans, which take a minute of processor time.
const startWithShortDemo = () => startPreparedProduct({}, { demoDays: 30 })

describeProductWithBrowser(
  'the demo data',
  (stage) => {
    test('is loaded with progress, and removed again', { timeout: 900_000 }, async () => {
      const { page, leave } = await stage.open()
      await page.getByRole('button', { name: 'Load demo data' }).click()
      await page.getByRole('progressbar', { name: 'Loading demo data…' }).waitFor()
      await toTop(page)
      await expect.poll(() => violations(page)).toEqual([])
      await page.getByRole('table', { name: 'Projects' }).waitFor({ timeout: 800_000 })
      await page.getByRole('region', { name: 'Total Projects' }).getByText('40', { exact: true }).waitFor()
      await page.goto(`${stage.product.url}/projects`)
      await page.getByText('40 demo projects').waitFor()
      await page.getByRole('button', { name: 'Remove demo data' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove demo data' }).click()
      await page.getByText('No projects yet').waitFor()
      const { projects } = await stage.product.api.metrics.security()
      expect(projects).toEqual([])
      await leave()
    })
  },
  startWithShortDemo,
)
