import { deliveryStates, type IntegrationDelivery } from '@assay/contract/integrations.ts'
import type { Language } from '@assay/contract/languages.ts'
import { readWording, wordedIn } from '#platform/texts/text.ts'
import type { DeliveryRow } from './delivery-store.ts'
import type { Integration } from './integration.ts'
import { textsOfDeliveries } from './texts.ts'

export function wireDelivery(
  row: DeliveryRow,
  { integration, language }: { integration: Integration; language: Language },
): IntegrationDelivery {
  const texts = textsOfDeliveries(integration)
  const worded = (stored: unknown) => wordedIn(language, readWording(texts, stored))
  return {
    uuid: row.uuid,
    state: deliveryStates.find((state) => state === row.state) ?? 'failed',
    subject: worded(row.subject),
    result: row.result === null ? null : worded(row.result),
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
    notBefore: row.not_before?.getTime() ?? null,
  }
}
