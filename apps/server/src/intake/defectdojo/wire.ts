import { isoDay } from '@assay/engine/time.ts'
import type { Engagement, Product, Test } from '@assay/contract/intake/defect-dojo.ts'
import { scanTypes } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { FastifyRequest } from 'fastify'
import { idOfUuid } from './dojo-id.ts'
import type { EngagementRow, ListRange, ProductRow } from './place-store.ts'
import type { TestRow } from './test-store.ts'

/** All products are of one type, whatever it is called. */
export const productTypeId = 1

export const wireProduct = ({ uuid, name, tags, createdAt }: ProductRow): Product => ({
  id: idOfUuid(uuid),
  name,
  description: name,
  prod_type: productTypeId,
  tags,
  created: createdAt.toISOString(),
})

export const wireEngagement = ({ uuid, name, projectUuid, createdAt }: EngagementRow): Engagement => ({
  id: idOfUuid(uuid),
  name,
  product: idOfUuid(projectUuid),
  branch_tag: name,
  status: 'In Progress',
  engagement_type: 'CI/CD',
  active: true,
  target_start: isoDay(createdAt),
  created: createdAt.toISOString(),
  tags: [],
})

/** A test without a title is called like its type. */
export const wireTest = ({ id, branchUuid, title, scanType }: TestRow): Test => ({
  id,
  title: title || scanType,
  engagement: idOfUuid(branchUuid),
  scan_type: scanType,
  test_type: testTypeId(scanType),
  test_type_name: scanType,
  tags: [],
})

export const testTypeId = (scanType: string) => scanTypes.findIndex((each) => each === scanType) + 1

/** A page with the addresses of those next to it. */
export function pageOf<Item>(
  request: FastifyRequest,
  { items, total }: { items: readonly Item[]; total: number },
  { limit, offset }: ListRange,
) {
  const linkTo = (start: number) => {
    const url = new URL(request.url, `${request.protocol}://${request.host}`)
    url.searchParams.set('limit', String(limit))
    url.searchParams.set('offset', String(start))
    return url.href
  }
  return {
    count: total,
    next: offset + items.length < total ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: [...items],
  }
}
