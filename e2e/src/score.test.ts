import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violationsInVariants } from './browser-user.ts'
import { graphInventory } from './inventory.ts'

describeWithBrowser('why a security score is what it is', (stage) => {
  let pid: string
  let score: number

  beforeAll(async () => {
    const { api } = stage.product
    const { uuid: accountUuid } = await api.accounts.me()
    await api.accounts.configure({ params: { accountUuid }, body: { securityScoring: 'graded' } })
    const upload = (name: string, packages: string[]) =>
      api.uploads.intoNew({
        body: {
          file: { filename: 'bom.json', bytes: graphInventory({ '*': packages }) },
          url: `https://github.com/org/${name}`,
          branch: 'main',
        },
      })
    await upload('clean', ['left-pad@1.3.0'])
    const { uuid } = await upload('shop', ['minimist@1.2.0', 'lodash@4.17.4', 'axios@0.21.0'])
    pid = uuid
    score = (await api.scans.overview({ params: { projectUuid: pid } })).scan.security
  })

  test('is a page of its parts behind the score; each count is that of its list', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    await page.getByRole('link', { name: `Why ${score}?` }).click()
    await page.getByRole('heading', { name: `Why ${score}` }).waitFor()
    await page.getByText(`= ${score}, rounded`).waitFor()
    await page.getByText('No other project has a lower score.').waitFor()
    const parts = page.getByRole('region', { name: 'Parts' })
    const first = parts.getByRole('row').nth(1)
    const count = Number(await first.getByRole('button').innerText())
    expect(count).toBeGreaterThan(0)
    expect(await violationsInVariants(page)).toEqual([])
    await first.getByRole('button').click()
    await expect.poll(() => page.getByRole('tabpanel').getByRole('rowheader').count()).toBe(count)
    await page.goBack()
    const changes = page.getByRole('region', { name: 'What would change it' })
    await changes
      .getByRole('row', { name: /lodash/ })
      .getByRole('button')
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('lodash')
    await leave()
  })
})
