/** https://www.w3.org/TR/trace-context/ */
export interface SpanContext {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits. */
  spanId: string
  isSampled: boolean
}

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** null if there is none or it is malformed: then a new trace begins. */
export function parseTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** The id that the browser gets with a response leads to its trace: it is the same number. */
export const traceIdOf = (requestId: string): string => requestId.replaceAll('-', '')

export const requestIdOf = (traceId: string): string =>
  traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
