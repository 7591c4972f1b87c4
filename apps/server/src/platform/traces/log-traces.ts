import type { SpanContext } from './traceparent.ts'
import { currentSpan } from './tracing.ts'

const marked = Symbol('traced')

/** https://www.elastic.co/docs/reference/ecs/ecs-tracing */
const idsOf = ({ traceId, spanId }: SpanContext) => ({ 'trace.id': traceId, 'span.id': spanId })

/** A logger whose lines name the span, also outside of its context. */
export const markTraced = <L extends { child(bindings: object): L }>(log: L, span: SpanContext): L =>
  Object.assign(log.child(idsOf(span)), { [marked]: true })

/** What every line of the log names: the current span, unless its logger does. */
export function traceOfLine(_line: object, _level: number, log: object): object {
  const span = currentSpan()
  return span && !(marked in log) ? idsOf(span) : {}
}
