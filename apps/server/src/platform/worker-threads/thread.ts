import { parentPort } from 'node:worker_threads'
import { handleCall, type IsolateCall } from './handle-call.ts'

const port = parentPort!
port.on('message', (call: IsolateCall) => void handleCall(call).then((reply) => port.postMessage(reply, [])))
