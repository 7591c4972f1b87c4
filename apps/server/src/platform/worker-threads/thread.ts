import { parentPort } from 'node:worker_threads'
import { handleCall, type SentCall } from './handle-call.ts'

const port = parentPort!
port.on(
  'message',
  ({ id, call }: SentCall) => void handleCall(call).then((reply) => port.postMessage({ id, reply }, [])),
)
