import { expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { graphInventory } from './inventory.ts'

/** Like a large Java service: one package has 44 vulnerabilities, the others ten each, with fixes in several releases. */
const packages = [44, ...Array.from({ length: 23 }, () => 10)].map((count, at) => ({
  name: `library-number-${at}`,
  count,
}))
const findings = 274

const vectors = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
]

const advisories = packages.flatMap(({ name, count }, place) =>
  Array.from({ length: count }, (_, at) => ({
    id: `TEST-${place}-${at}`,
    aliases: [`CVE-2020-${10_000 + place * 100 + at}`],
    modified: '2020-01-01T00:00:00Z',
    severity: [{ type: 'CVSS_V3', score: vectors[at % vectors.length] }],
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `2.${at}.0` }] }],
      },
    ],
  })),
)

/** The pages of a PDF that is not encrypted: the largest count of its page trees. */
const pagesIn = (pdf: Uint8Array): number =>
  Math.max(
    ...[
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count (\d+)/g),
    ].map((found) => Number(found[1])),
  )

describeWithBrowser('a report of hundreds of findings', (stage) => {
  test('prints on few pages, summary first, and the PDF has as many pages', async () => {
    const { api } = stage.product
    const params = { id: 'osv' as const }
    const body = new TextEncoder().encode(JSON.stringify(advisories))
    await api.advisoryDatabases.upload({ params, query: { name: 'advisories.json' }, body })
    await expect.poll(async () => (await api.advisoryDatabases.progress({ params })).state).toBe('done')
    const bytes = graphInventory({ '*': packages.map(({ name }) => `${name}@1.0.0`) })
    const url = 'https://github.com/org/service'
    const sent = { file: { filename: 'bom.json', bytes }, url, branch: 'main' }
    const { uuid } = await api.uploads.intoNew({ body: sent })
    const { page, leave } = await stage.open(`/projects?pid=${uuid}&mode=print`)
    await page.getByRole('heading', { name: `${findings} vulnerabilities` }).waitFor()
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    const first = ['Security', 'Stability', 'Licensing', 'Summary', `${findings} vulnerabilities`]
    expect(headings.slice(0, 5)).toEqual(first)
    const printed = pagesIn(await page.pdf({ format: 'A4' }))
    expect(printed).toBeLessThanOrEqual(7)
    await leave()
    const shown = await stage.open(`/projects?pid=${uuid}`)
    await shown.page.getByRole('tab', { name: 'Security' }).waitFor()
    // Once it is loaded, the browser prints the print view.
    await expect
      .poll(async () => pagesIn(await shown.page.pdf({ format: 'A4' })), { timeout: 60_000 })
      .toBe(printed)
    await shown.leave()
    const document = await api.reportExports.pdf({ params: { projectUuid: uuid } })
    expect(pagesIn(document)).toBeLessThanOrEqual(7)
  })
})
