import type { Attributes, EndedSpan, SpanKind } from '#platform/traces/tracing.ts'

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const kinds: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 }
const [statusUnset, statusError] = [0, 2]

/** The body of a request of the OpenTelemetry protocol, in JSON. */
export const tracesOf = (resource: Attributes, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'assay' }, spans: spans.map(spanOf) }],
    },
  ],
})

const spanOf = ({ traceId, spanId, parentId, name, kind, error, ...span }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentId !== null && { parentSpanId: parentId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: error === null ? { code: statusUnset } : { code: statusError, message: error },
})

/** As text, since they exceed the integers of JSON. */
const nanoseconds = (epochMs: number) => `${BigInt(Math.round(epochMs * 1000)) * 1000n}`

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
  }))
