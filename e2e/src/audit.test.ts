import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { admin } from './product.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations } from './browser-user.ts'

describeWithBrowser('the audit log', (stage) => {
  beforeAll(async () => {
    const { tags, teams } = stage.product.api
    const { uuid: tagUuid } = await tags.create({ body: { name: 'one' } })
    await tags.update({ params: { tagUuid }, body: { name: 'two' } })
    await teams.create({ body: { name: 'Payments' } })
  })

  const open = (query = '') => stage.open(`/settings/audit${query}`)
  const today = () => isoDay(new Date())
  const yesterday = () => isoDay(Date.now() - dayMs)
  const acts = async (page: Page) => {
    const buttons = page.getByRole('main').locator('th [aria-expanded]')
    return (await buttons.allInnerTexts()).map((text) => text.trim())
  }

  test('is filtered by action, member and days, kept in the URL', async () => {
    const { page, leave } = await open()
    await page.getByRole('button', { name: 'Created team' }).waitFor()
    await page.getByLabel('Action', { exact: true }).selectOption('tags')
    await expect.poll(() => acts(page)).toEqual(['Updated tag', 'Created tag'])
    await page.getByLabel('Action', { exact: true }).selectOption('tags.create')
    await expect.poll(() => acts(page)).toEqual(['Created tag'])
    await page.getByLabel('Member').selectOption(admin.email)
    await page.getByLabel('To', { exact: true }).fill(yesterday())
    await page.getByText('No events match your filters.').waitFor()
    await page.getByLabel('To', { exact: true }).fill(today())
    await page.getByLabel('From').fill(yesterday())
    await expect.poll(() => acts(page)).toEqual(['Created tag'])
    const inUrl = (name: string) => new URL(page.url()).searchParams.get(name)
    await expect.poll(() => inUrl('action')).toBe('tags.create')
    await expect.poll(() => inUrl('member')).toMatch(/^[\da-f-]{36}$/)
    await page.reload()
    await expect.poll(() => acts(page)).toEqual(['Created tag'])
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe(yesterday())
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(async () => (await acts(page)).length).toBeGreaterThan(3)
    await page.getByLabel('Filter by email or operation').fill('update')
    await expect.poll(() => acts(page)).toEqual(['Updated tag'])
    await leave()
  })

  test('expands an event to its values before and after, and its origin', async () => {
    const { page, leave } = await open('?action=tags.update')
    await page.getByRole('button', { name: 'Updated tag' }).focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'Details: Updated tag' })
    await details.getByRole('row', { name: /^name one two$/ }).waitFor()
    await details.getByText('tags.update', { exact: true }).waitFor()
    await details.getByText('node', { exact: true }).waitFor()
    await expect.poll(() => details.innerText()).toMatch(/session [\da-f-]{36}/)
    await expect.poll(() => violations(page)).toEqual([])
    await expect.poll(() => new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/)
    await page.reload()
    await details.waitFor()
    await page.getByRole('button', { name: 'Updated tag' }).click()
    await details.waitFor({ state: 'hidden' })
    await leave()
  })

  test('is exported as CSV with its filters', async () => {
    const { page, leave } = await open('?action=teams')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',')[5])).toEqual(['action', 'teams.create'])
    await leave()
  })

  test('loads more events page by page', async () => {
    for (let number = 0; number < 101; number++)
      await stage.product.api.tags.create({ body: { name: `tag ${number}` } })
    const { page, leave } = await open('?action=tags.create')
    await expect.poll(async () => (await acts(page)).length).toBe(100)
    await page.getByRole('button', { name: 'Load older events' }).click()
    await expect.poll(async () => (await acts(page)).length).toBe(102)
    await expect.poll(() => page.getByRole('button', { name: 'Load older events' }).count()).toBe(0)
    await leave()
  })
})
