import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { type Graph, graphInventory } from './inventory.ts'

/** By project. Most have the same old lodash, whose upgrade closes the most findings; few have the others. */
const inventories: Record<string, Graph> = {
  shop: { '*': ['lodash@4.17.4', 'minimist@1.2.5'] },
  bank: { '*': ['lodash@4.17.4', 'json5@1.0.1'], 'json5@1.0.1': ['minimist@1.2.5'] },
  blog: { '*': ['lodash@4.17.4', 'axios@0.21.0'] },
  mail: { '*': ['lodash@4.17.11'] },
  maps: { '*': ['minimist@1.2.5'] },
  news: { '*': ['json5@1.0.1'], 'json5@1.0.1': ['lodash@4.17.11'] },
  wiki: { '*': ['left-pad@1.3.0'] },
  chat: { '*': ['jsonwebtoken@8.5.1'] },
  jobs: { '*': ['jsonwebtoken@8.5.1', 'minimist@1.2.5'] },
}

describeWithBrowser('a new user', (stage) => {
  test('sees in four clicks which three upgrades close most findings of nine inventories', async () => {
    const { page, leave } = await stage.open('/dashboard')
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks++
    }
    const chooser = page.waitForEvent('filechooser')
    await click(page.getByRole('button', { name: 'Choose files' }))
    const files = Object.entries(inventories).map(([name, graph]) => ({
      name: `${name}.cdx.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(graphInventory(graph)),
    }))
    await (await chooser).setFiles(files)
    const dialog = page.getByRole('dialog', { name: 'Scan 9 files' })
    await expect.poll(() => dialog.getByLabel('One project for each file').isChecked()).toBe(true)
    await expect.poll(() => violations(page)).toEqual([])
    await click(dialog.getByRole('button', { name: 'Scan', exact: true }))
    await dialog.getByText('9 of 9 scanned').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await click(dialog.getByRole('link', { name: 'Fix first' }))
    const upgrades = page.getByRole('list', { name: 'Upgrades' }).locator(':scope > li')
    await expect.poll(() => upgrades.count()).toBeGreaterThanOrEqual(3)
    const { upgrades: expected } = await stage.product.api.fixes.list({ query: { sort: 'closes' } })
    const names = await upgrades.getByRole('heading').allInnerTexts()
    expect(names.slice(0, 3)).toEqual(expected.slice(0, 3).map(({ name, to }) => `${name} ${to}`))
    expect(names[0]).toMatch(/^lodash 4\./)
    await upgrades
      .first()
      .getByText(/^\d+ findings in 5 projects$/)
      .waitFor()
    expect(clicks).toBeLessThanOrEqual(4)
    const { projects } = await stage.product.api.metrics.security({ query: {} })
    expect(projects.length).toBe(9)
    await page.goBack()
    await page.getByRole('region', { name: 'Fix first' }).getByRole('listitem').first().waitFor()
    await leave()
  })

  test('can upload the files as one project instead', async () => {
    const { page, leave } = await stage.open('/projects?add=true')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    const graph = { '*': ['left-pad@1.3.0'] }
    const buffer = Buffer.from(graphInventory(graph))
    const names = ['one.cdx.json', 'two.cdx.json']
    await (await chooser).setFiles(names.map((name) => ({ name, mimeType: 'application/json', buffer })))
    const dialog = page.getByRole('dialog', { name: 'Scan 2 files' })
    await dialog.getByLabel('One project for each file').uncheck()
    await dialog.getByLabel('Project', { exact: true }).fill('both')
    await dialog.getByRole('button', { name: 'Scan', exact: true }).click()
    await dialog.getByRole('link', { name: 'Open report' }).waitFor()
    const found = await stage.product.api.metrics.security({ query: { project: 'both' } })
    expect(found.projects.map(({ projectUrl }) => projectUrl)).toEqual(['both'])
    await leave()
  })
})
