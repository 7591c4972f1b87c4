import { parentPort } from 'node:worker_threads'
import { handleCall, type IsolateCall } from './handle-call.ts'

/** Handles calls as they come, several at a time. */
const port = parentPort!
port.on(
  'message',
  ({ id, ...call }: IsolateCall & { id: number }) =>
    void handleCall(call).then((reply) => port.postMessage({ id, ...reply }, [])),
)
