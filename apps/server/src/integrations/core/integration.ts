import type { FeatureName } from '@assay/contract/features.ts'
import type { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { type Wording, WordedError } from '#platform/texts/text.ts'

// docs/guides/integration.md

/** The context available to an integration. */
export type IntegrationContext = Pick<JobContext, 'db' | 'config' | 'queue' | 'vault' | 'advisories' | 'log'>

/** A pending delivery. Of several with one topic waiting for their first attempt, one is kept. */
export interface Planned {
  /**
   * Integration-specific name of the work: 'branch <uuid>'. Deliveries whose first two words are the same are sent in
   * order.
   */
  topic: string
  /** Display name: 'github.com/org/repo main'. */
  subject: Wording
}

export interface Delivery extends Planned {
  /** In English. */
  subject: string
  uuid: string
  /** 1 for the first. */
  attempt: number
  /** State saved by earlier attempts. */
  progress: unknown
  /** Stored at once, for later attempts. */
  saveProgress(progress: object): Promise<void>
}

export interface DeliveryTask<Settings> {
  context: IntegrationContext
  scope: Scope
  /** Including secrets. */
  settings: Settings
  delivery: Delivery
}

export interface CheckResult {
  isValid: boolean
  /** Message for the user. */
  message: Wording
}

interface FieldTexts {
  label: string
  /** Present if the English form has one. */
  hint?: string
  /** Labels of a choice, unless they are proper names. */
  options?: Readonly<Record<string, string>>
}

interface ServiceTexts {
  name: string
  summary: string
  /** Of subjects, results and errors of deliveries. Keys are stored: never rename them. */
  deliveries: Readonly<Record<string, string>>
}

/** The English texts of fields are in the schema, since calls may take it too. */
export interface GermanTexts<Schema extends z.ZodObject, English extends ServiceTexts> extends ServiceTexts {
  fields: Readonly<Record<keyof Schema['shape'], FieldTexts>>
  deliveries: Readonly<Record<keyof English['deliveries'], string>>
}

/** An external service. All of them are listed in integrations.ts. */
export interface Integration<Schema extends z.ZodObject = z.ZodObject> {
  /** Stored and part of URLs: never change it. */
  id: string
  texts: { en: ServiceTexts; de: ServiceTexts & { fields: Readonly<Record<string, FieldTexts>> } }
  /** Required feature of the account; null for none. */
  feature: FeatureName | null
  /** Source of the form: title and description of each field, and writeOnly for secrets. */
  settings: Schema
  /** Address secrets are sent to: if it changes, they must be entered again. */
  addressOf(settings: z.output<Schema>): string
  /** Tests the settings with the service. Throws Problem if it cannot be reached. */
  check(context: IntegrationContext, settings: z.output<Schema>): Promise<CheckResult>
  events: readonly EventType[]
  /** The deliveries caused by an event. Only reads the database. */
  plan(
    input: { context: IntegrationContext; scope: Scope; settings: z.output<Schema> },
    event: OutboxEvent,
  ): Promise<Planned[]>
  /** Schedule interval; null for none. */
  scheduled: (Planned & { everyMinutes: number }) | null
  /**
   * Sends a delivery and returns a description; null if there was nothing to send, which is not logged. Runs at least
   * once: check with the service or the saved progress what is already done. Throws Postponed to be called later; other
   * errors are retried with increasing delay.
   */
  deliver(task: DeliveryTask<z.output<Schema>>): Promise<Wording | null>
}

/** Type helper: schema and functions must use the same settings, whose type is then erased. */
export const defineIntegration = <Schema extends z.ZodObject>(
  integration: Integration<Schema>,
): Integration => integration

/** Postpones the delivery, and with isWholeService all others to this service. */
export class Postponed extends WordedError {
  override readonly name = 'Postponed'
  readonly seconds: number
  readonly isWholeService: boolean

  constructor(wording: Wording, { seconds, isWholeService }: { seconds: number; isWholeService: boolean }) {
    super(wording)
    this.seconds = seconds
    this.isWholeService = isWholeService
  }
}
