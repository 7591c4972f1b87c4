// What handlers return beside the plain body of status 200.

export class Reply<S, B> {
  readonly status: S
  readonly body: B
  constructor(status: S, body: B) {
    this.status = status
    this.body = body
  }
}

/** A text in pieces: each is made when the caller has taken the one before. */
export class TextStream {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

export const streamText = (pieces: AsyncIterable<string>) => new TextStream(pieces)

export const respond = <const S extends number, B>(status: S, body: B) => new Reply(status, body)

/** The caller has the answer already. */
export const notModified = respond(304, '' as const)
