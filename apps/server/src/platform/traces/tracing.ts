import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { parseTraceparent, type SpanContext, writeTraceparent } from './traceparent.ts'

// Without a recorder nothing here does anything: no context is kept, and no trace is stored.

export type SpanKind = 'server' | 'client' | 'consumer'
export type Attributes = Readonly<Record<string, string | number>>

export interface EndedSpan extends SpanContext {
  parentId: string | null
  name: string
  kind: SpanKind
  startedAt: number
  endedAt: number
  attributes: Attributes
  /** null: it did what it should. */
  error: string | null
}

export interface Recorder {
  /** Whether a new trace is recorded; one that comes from elsewhere says so itself. */
  samples(traceId: string, parent: SpanContext | null): boolean
  record(span: EndedSpan): void
}

let recorder: Recorder | null = null
const current = new AsyncLocalStorage<SpanContext>()

/** Starts or, with null, ends tracing in this process. */
export function useRecorder(used: Recorder | null): void {
  recorder = used
}

export const isTracing = (): boolean => recorder !== null

export const currentSpan = (): SpanContext | undefined => current.getStore()

/** To be stored with what the current work causes; null without a trace. */
export function currentTraceparent(): string | null {
  const span = current.getStore()
  return span ? writeTraceparent(span) : null
}

/** Continues a stored trace, without a span of its own. Also in threads, which record nothing. */
export function inTrace<T>(traceparent: string | null | undefined, work: () => T): T {
  const span = parseTraceparent(traceparent)
  return span ? current.run(span, work) : work()
}

export interface StartedSpan {
  context: SpanContext
  /** Runs work within it. */
  run<T>(work: () => T): T
  end(ended: { attributes?: Attributes; error?: string | null; name?: string }): void
}

export interface SpanOptions {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** By default the current span. */
  parent?: SpanContext | null
  /** By default that of the parent, or a new one. */
  traceId?: string
}

/** null without tracing. */
export function startSpan({ name, kind, attributes = {}, ...from }: SpanOptions): StartedSpan | null {
  if (!recorder) return null
  const used = recorder
  const parent = from.parent === undefined ? (current.getStore() ?? null) : from.parent
  const traceId = parent?.traceId ?? from.traceId ?? randomBytes(16).toString('hex')
  const context = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    isSampled: used.samples(traceId, parent),
  }
  const startedAt = Date.now()
  const from0 = performance.now()
  return {
    context,
    run: (work) => current.run(context, work),
    end({ attributes: more, error = null, name: better = name }) {
      if (!context.isSampled) return
      used.record({
        ...context,
        parentId: parent?.spanId ?? null,
        name: better,
        kind,
        startedAt,
        endedAt: startedAt + performance.now() - from0,
        attributes: { ...attributes, ...more },
        error,
      })
    },
  }
}

/** Runs work as a span. Its errors are those of the span. */
export async function traced<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(options)
  if (!span) return work()
  try {
    const result = await span.run(work)
    span.end({})
    return result
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : 'Error' })
    throw error
  }
}
