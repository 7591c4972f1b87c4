import { parentPort } from 'node:worker_threads'
import { answerCall, type IsolateCall } from './answer-call.ts'

const port = parentPort!
port.on('message', (call: IsolateCall) => void answerCall(call).then((reply) => port.postMessage(reply, [])))
