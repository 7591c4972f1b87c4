// What handlers can return besides the plain body of status 200.

export class Reply<S, B> {
  readonly status: S
  readonly body: B
  constructor(status: S, body: B) {
    this.status = status
    this.body = body
  }
}

/** A text in chunks, generated on demand. */
export class TextStream {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

export const streamText = (pieces: AsyncIterable<string>) => new TextStream(pieces)

/** The body of a stream for a caller that accepts JSON, but no stream. */
export class Unstreamed<Body> {
  readonly body: Body
  constructor(body: Body) {
    this.body = body
  }
}

export const acceptsOnlyJson = (accept = ''): boolean =>
  accept.includes('application/json') && !accept.includes('text/event-stream')

export const respond = <const S extends number, B>(status: S, body: B) => new Reply(status, body)

/** 304 Not Modified. */
export const notModified = respond(304, '' as const)
