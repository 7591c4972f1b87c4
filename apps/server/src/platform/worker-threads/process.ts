import { answerCall, type IsolateCall, packReply } from './answer-call.ts'

process.on(
  'message',
  (call: IsolateCall) => void answerCall(call).then((reply) => process.send!(packReply(reply))),
)
// The parent process is gone.
process.on('disconnect', () => process.exit())
