import { languages } from '@assay/contract/languages.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { build, type Rolldown } from 'vite'

/** Of the 200 kB of the first view: its other two responses and the headers of all five take the rest. */
const maxBytes = 192_500
const minBytes = 5000

describe.each(languages)('the build in the language %s', (language) => {
  let chunks: Rolldown.OutputChunk[]
  let page: Rolldown.OutputAsset
  /** As browsers take it. */
  let bytesOf: (file: { fileName: string }) => number
  const charts = () => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/ui/chart/canvas.tsx'))!
  const named = () => chunks.filter(({ fileName }) => String(page.source).includes(fileName))

  beforeAll(async () => {
    // Otherwise the build would be one for development.
    vi.stubEnv('NODE_ENV', 'production')
    const options = {
      root: import.meta.dirname,
      mode: language,
      logLevel: 'silent',
      build: { write: false },
    } as const
    const { output } = (await build(options)) as Rolldown.RolldownOutput
    vi.unstubAllEnvs()
    chunks = output.filter((file) => file.type === 'chunk')
    const assets = new Map(output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, file]] : [])))
    page = [...assets.values()].find(({ fileName }) => fileName.endsWith('.html'))!
    bytesOf = ({ fileName }) => assets.get(`${fileName}.br`)!.source.length
  })

  test('the first view is the page, its script and that of the charts, which need no others', () => {
    const [first, ...others] = named()
    expect(others).toEqual([])
    expect([first!.imports, charts().imports]).toEqual([[], [first!.fileName]])
  })

  test(`the files of the first view have at most ${maxBytes} bytes`, () => {
    const sizes = [page, ...named(), charts()].map(bytesOf)
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(maxBytes)
  })

  test(`no script has less than ${minBytes} bytes`, () => {
    const small = chunks.filter((chunk) => bytesOf(chunk) < minBytes)
    expect(small.map(({ fileName }) => fileName)).toEqual([])
  })
})
