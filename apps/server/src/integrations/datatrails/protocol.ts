import type { RkvstSettings } from './settings.ts'
import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import { isNotExecuted } from '#integrations/core/call-service.ts'
import { type Delivery, type IntegrationContext, Postponed } from '#integrations/core/integration.ts'
import type { Session } from './client.ts'
import type { SbomDocument } from './make-document.ts'
import type { SbomRow, SbomState } from './store.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'
import { textsOf } from '#platform/texts/text.ts'

export const text = textsOf({ en: english.deliveries, de: german.deliveries })

export interface DeliveryContext {
  context: IntegrationContext
  scope: Scope
  settings: RkvstSettings
  session: Session
  row: SbomRow
  delivery: Delivery
}

/** What a delivery can request. */
export type WantedState = Exclude<SbomState, 'queued'>

/** The protocol of one of the services. */
export interface Protocol {
  /** Id of an SBOM that an earlier attempt uploaded; null if the service lists none. */
  find(request: DeliveryContext, document: SbomDocument): Promise<string | null>
  upload(request: DeliveryContext, document: SbomDocument): Promise<string>
  change(request: DeliveryContext, remoteId: string, wanted: 'published' | 'withdrawn'): Promise<void>
}

/** Lists show a new item with a delay: one not listed after this did not arrive. */
const listLagSeconds = 120
/** Epoch ms of creations whose result is unknown. */
const Progress = z.object({
  attemptedAt: z.number().nullable().default(null),
  assetAttemptedAt: z.number().nullable().default(null),
})

/** Creates an item that is not listed, unless an earlier attempt may have created it. */
export async function unlessAttempted(
  { delivery }: DeliveryContext,
  attempt: keyof z.infer<typeof Progress>,
  create: () => Promise<string>,
): Promise<string> {
  const progress = Progress.parse(delivery.progress)
  const remainingSeconds = listLagSeconds - (Date.now() - (progress[attempt] ?? 0)) / 1000
  if (remainingSeconds > 0)
    throw new Postponed(text('sbomUncertain'), {
      seconds: Math.ceil(remainingSeconds),
      isWholeService: false,
    })
  await delivery.saveProgress({ ...progress, [attempt]: Date.now() })
  try {
    return await create()
  } catch (error) {
    if (isNotExecuted(error)) await delivery.saveProgress({ ...progress, [attempt]: null })
    throw error
  }
}

/** Polls with increasing delays. */
export const laterOf =
  ({ attempt }: Delivery) =>
  (name: keyof typeof english.deliveries) =>
    new Postponed(text(name), {
      seconds: Math.min(15 * 2 ** (attempt - 1), 600),
      isWholeService: false,
    })
