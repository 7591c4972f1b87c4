import { scanTypes } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { AppContext } from '#context.ts'
import { describeListed } from './describe-listed.ts'
import { listFindings } from './findings-store.ts'
import { type CallsOf, idOf, orMissing, rangeOf } from './calls-of.ts'
import { pageOf } from './wire.ts'

export function findingCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'findings' | 'finding'> {
  return {
    async findings({ caller: { scope }, request, query: { test__test_type: type, ...filter } }) {
      const range = rangeOf(filter)
      const scanType = type === undefined ? undefined : (scanTypes[type - 1] ?? '')
      const { items, total } = await listFindings(db, scope, { ...filter, scanType, ...range })
      return pageOf(request, { items: await describeListed(db, scope, items), total }, range)
    },
    async finding({ caller: { scope }, params }) {
      const { items } = await listFindings(db, scope, { id: idOf(params.id), limit: 1, offset: 0 })
      const [finding] = await describeListed(db, scope, items)
      return orMissing(finding)
    },
  }
}
