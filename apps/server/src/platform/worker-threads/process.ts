import { answerCall, type IsolateCall, packReply } from './answer-call.ts'

process.on(
  'message',
  (call: IsolateCall) => void answerCall(call).then((reply) => process.send!(packReply(reply))),
)
// The parent process has ended.
process.on('disconnect', () => process.exit())
