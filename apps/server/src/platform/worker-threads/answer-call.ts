import { ownProperty } from '@assay/engine/own-property.ts'

/** A call of a module's exported function, as sent to a thread or process. */
export interface IsolateCall {
  /** file: URL. */
  module: string
  name: string
  argument: unknown
}

export type IsolateReply = { result: unknown } | { error: unknown }

/** Never rejects. */
export async function answerCall({ module, name, argument }: IsolateCall): Promise<IsolateReply> {
  try {
    const functions = (await import(module)) as Record<string, (argument: unknown) => unknown>
    return { result: await ownProperty(functions, name)!(argument) }
  } catch (error) {
    // Instances of other classes may not be cloneable.
    return {
      error: error instanceof Error ? new Error(error.message, { cause: error.stack }) : String(error),
    }
  }
}
