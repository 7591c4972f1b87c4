import type { FeatureName } from '@assay/contract/features.ts'
import type { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import type { JobContext } from '#platform/queue/job.ts'

// docs/guides/integration.md

/** What an integration may use to look and to send. */
export type IntegrationContext = Pick<JobContext, 'db' | 'config' | 'queue' | 'vault' | 'advisories' | 'log'>

/** Something to send. Of those with one topic that wait for their first attempt, one is kept. */
export interface Planned {
  /** The integration's own name of what is to be done: 'branch <uuid>'. */
  topic: string
  /** For people: 'github.com/org/repo main'. */
  subject: string
}

export interface Delivery extends Planned {
  uuid: string
  /** 1 for the first. */
  attempt: number
  /** What earlier attempts have saved. */
  progress: unknown
  /** Stored at once, for the attempts that follow. */
  saveProgress(progress: object): Promise<void>
}

export interface Delivering<Settings> {
  context: IntegrationContext
  scope: Scope
  /** With the secrets. */
  settings: Settings
  delivery: Delivery
}

export interface CheckResult {
  isValid: boolean
  /** A sentence for people. */
  message: string
}

/** An outside service. The list of all of them is setup/integrations.ts. */
export interface Integration<Schema extends z.ZodObject = z.ZodObject> {
  /** Stored, and part of addresses: never changed. */
  id: string
  name: string
  summary: string
  /** What the account must have switched on; null: nothing. */
  feature: FeatureName | null
  /** The form is made from it: title and description of each field, and writeOnly for secrets. */
  settings: Schema
  /** Where secrets are sent: at another address they must be given again. */
  addressOf(settings: z.output<Schema>): string
  /** Asks the service whether the settings work. Throws Problem when it cannot be reached. */
  check(context: IntegrationContext, settings: z.output<Schema>): Promise<CheckResult>
  events: readonly EventType[]
  /** What an event makes necessary. It asks nothing but the database. */
  plan(
    given: { context: IntegrationContext; scope: Scope; settings: z.output<Schema> },
    event: OutboxEvent,
  ): Promise<Planned[]>
  /** Queued by itself so often; null: never. */
  scheduled: (Planned & { everyMinutes: number }) | null
  /**
   * Sends, and says what was sent; null: there was nothing to send, which the log leaves out. Runs at least once: what the service has by now, it asks the service or its progress.
   * Throws Postponed to be called later; any other error is tried again with growing delays.
   */
  deliver(delivering: Delivering<z.output<Schema>>): Promise<string | null>
}

/** Checks that schema and functions speak of the same settings, then forgets which. */
export const defineIntegration = <Schema extends z.ZodObject>(
  integration: Integration<Schema>,
): Integration => integration

/** Not now: the delivery waits, and with isWholeService every other one to this service, too. */
export class Postponed extends Error {
  override readonly name = 'Postponed'
  readonly seconds: number
  readonly isWholeService: boolean

  constructor(message: string, { seconds, isWholeService }: { seconds: number; isWholeService: boolean }) {
    super(message)
    this.seconds = seconds
    this.isWholeService = isWholeService
  }
}
