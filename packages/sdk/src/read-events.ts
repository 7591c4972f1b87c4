import type { z } from 'zod'

/**
 * The events of a stream, parsed by their schema. Ends with the server's stream; a broken connection throws TypeError.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  schema: z.ZodType<T>,
): AsyncGenerator<T> {
  const reader = body.getReader()
  try {
    let lines: string[] = []
    for await (const line of readLines(reader)) {
      if (line !== '') lines.push(line)
      else {
        const text = dataOf(lines)
        lines = []
        if (text !== null) yield schema.parse(JSON.parse(text))
      }
    }
  } finally {
    // Leaving the loop early closes the connection.
    await reader.cancel()
  }
}

/** Yields whole lines: chunks may end anywhere, even within a character. */
async function* readLines(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
}

/** null for a comment, which is only a keep-alive. */
function dataOf(lines: string[]): string | null {
  const values = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length))
  return values.length === 0 ? null : values.join('\n')
}
