import { deliveryStates, type IntegrationDelivery } from '@assay/contract/integrations.ts'
import type { DeliveryRow } from './delivery-store.ts'

export const wireDelivery = (row: DeliveryRow): IntegrationDelivery => ({
  uuid: row.uuid,
  state: deliveryStates.find((state) => state === row.state) ?? 'failed',
  subject: row.subject,
  result: row.result,
  attempts: row.attempts,
  createdAt: row.created_at.getTime(),
  finishedAt: row.finished_at?.getTime() ?? null,
  notBefore: row.not_before?.getTime() ?? null,
})
