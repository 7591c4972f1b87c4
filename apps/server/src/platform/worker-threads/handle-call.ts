import { ownProperty } from '@assay/engine/own-property.ts'
import { deserialize, serialize } from 'node:v8'

/** A call of a module's exported function, as sent to a thread or process. */
export interface IsolateCall {
  /** file: URL. */
  module: string
  name: string
  argument: unknown
}

/** A call, and which of those that were sent to the same thread or process. */
export interface SentCall {
  id: number
  call: IsolateCall
}

export type IsolateReply = { result: unknown } | { error: Error }

/** Never rejects. */
export async function handleCall({ module, name, argument }: IsolateCall): Promise<IsolateReply> {
  try {
    const functions = (await import(module)) as Record<string, (argument: unknown) => unknown>
    return { result: await ownProperty(functions, name)!(argument) }
  } catch (error) {
    if (!(error instanceof Error)) return { error: new Error(String(error)) }
    // Instances of other classes may not be cloneable.
    const Kind = error instanceof RangeError ? RangeError : Error
    return { error: new Kind(error.message, { cause: error.stack }) }
  }
}

/** Throws the error of a call that failed. */
export function resultOf(reply: IsolateReply): unknown {
  if ('result' in reply) return reply.result
  throw reply.error
}

/**
 * Processes send their replies as bytes: the runtime unpacks a message where nobody can catch an error, and one that is
 * nested too deeply would end the receiver.
 */
export const packReply = (reply: IsolateReply): Uint8Array => serialize(reply)

/** Throws RangeError for a reply that is nested too deeply. */
export const unpackReply = (bytes: Uint8Array): IsolateReply => deserialize(bytes) as IsolateReply
