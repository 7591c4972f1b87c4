import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { egressOf, exchange } from '#platform/egress/egress.ts'
import { version } from '#platform/system/version.ts'
import { type EndedSpan, type Recorder, useRecorder } from '#platform/traces/tracing.ts'
import { tracesOf } from './otlp.ts'

/** Spans of a request of the exporter, and those that wait for it at most: more are dropped, never work delayed. */
const [batchSize, maxWaiting] = [512, 8192]
const intervalMs = 2_000

export interface Tracing {
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Traces by OpenTelemetry's settings. null: off. */
export function openTracing(config: Config, log: Pick<Logger, 'warn'>): Tracing | null {
  const { tracing } = config
  if (!tracing) return null
  const { endpoint, headers, timeoutMs } = tracing
  const resource = {
    ...tracing.resource,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'assay.roles': [...config.roles].join(','),
  }
  const egress = { ...egressOf(config, 'notification'), timeoutMs }
  const sent = { 'content-type': 'application/json', ...headers }
  const send = async (spans: readonly EndedSpan[]) => {
    const body = JSON.stringify(tracesOf(resource, spans))
    const { status } = await exchange(endpoint!, { method: 'POST', headers: sent, body }, egress)
    if (status < 200 || status > 299) throw new Error(`The collector answered ${status}`)
  }
  const waiting: EndedSpan[] = []
  useRecorder(recorderOf(tracing, endpoint === undefined ? null : waiting))
  const exporting = startExport(waiting, send, log)
  return {
    async stop() {
      useRecorder(null)
      await exporting.stop()
    },
  }
}

function recorderOf(
  { ratio, followsParent }: NonNullable<Config['tracing']>,
  waiting: EndedSpan[] | null,
): Recorder {
  return {
    samples: (traceId, parent) => (parent && followsParent ? parent.isSampled : isWithin(traceId, ratio)),
    record(span) {
      if (waiting && waiting.length < maxWaiting) waiting.push(span)
    },
  }
}

/** By the random part of the id, so that all processes decide the same: https://www.w3.org/TR/trace-context-2/#random-trace-id-flag */
const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13

function startExport(
  waiting: EndedSpan[],
  send: (spans: readonly EndedSpan[]) => Promise<void>,
  log: Pick<Logger, 'warn'>,
) {
  let running: Promise<void> | null = null
  let isFailing = false
  const sendAll = async () => {
    try {
      while (waiting.length > 0) await send(waiting.splice(0, batchSize))
      isFailing = false
    } catch (error) {
      // Once, not every two seconds.
      if (!isFailing) log.warn({ err: error }, 'Traces could not be sent')
      isFailing = true
    }
  }
  const run = () => (running ??= sendAll().finally(() => (running = null)))
  const timer = setInterval(() => void run(), intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await run()
    },
  }
}
