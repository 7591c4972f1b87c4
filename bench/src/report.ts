import type { Bench, Row } from './bench.ts'
import { fillReport } from './generate/findings.ts'
import { median, time } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const size = { components: 18_000, findings: 4000 }
const turns = 15

export const report: Bench = {
  title: `The requests of the page of a huge report, over HTTP: ${size.components.toLocaleString('en')} components, ${size.findings.toLocaleString('en')} findings. The client parses and validates the response in the same process.`,
  async run() {
    const product = await startProduct()
    try {
      return await measure(product)
    } finally {
      await product.stop()
    }
  },
}

async function measure(product: Product): Promise<Row[]> {
  const { api, pool, database } = product
  const params = { projectUuid: await fillReport(product, size) }
  const middle = async (call: () => unknown) => {
    const samples: number[] = []
    for (let turn = 0; turn < turns; turn++) samples.push(await time(call))
    return median(samples)
  }
  const floor = { what: 'bare select', ms: await middle(() => pool.query('select * from finding')) }
  return [
    { what: 'overview', ms: await middle(() => api.scans.overview({ params })), note: database },
    { what: 'findings', ms: await middle(() => api.scans.findings({ params })), floor },
    { what: 'components', ms: await middle(() => api.scans.components({ params })) },
    { what: 'the full report', ms: await middle(() => api.reports.full({ params })) },
  ]
}
