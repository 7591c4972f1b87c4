import { answerCall, type IsolateCall } from './answer-call.ts'

process.on('message', (call: IsolateCall) => void answerCall(call).then((reply) => process.send!(reply)))
// The parent process is gone.
process.on('disconnect', () => process.exit())
