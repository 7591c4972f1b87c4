import { beforeAll, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('what a scan did not check', (stage) => {
  beforeAll(async () => {
    const components = [
      { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
      { type: 'library', name: 'openssl', version: '3.0.0' },
    ]
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }
    const file = { filename: 'bom.json', bytes: new TextEncoder().encode(JSON.stringify(bom)) }
    const body = { file, url: 'https://github.com/org/partly', branch: 'main' }
    await stage.product.api.uploads.intoNew({ body })
  })

  test('is counted beside the score on the dashboard', async () => {
    const { page, leave } = await stage.open('/dashboard')
    const row = page.getByRole('row', { name: /partly/ })
    await row.getByText(/ of 2 packages checked/).waitFor({ state: 'attached' })
    await leave()
  })
})
