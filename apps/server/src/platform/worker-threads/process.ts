import { handleCall, type IsolateCall, packReply } from './handle-call.ts'

process.on(
  'message',
  (call: IsolateCall) => void handleCall(call).then((reply) => process.send!(packReply(reply))),
)
// The parent process has ended.
process.on('disconnect', () => process.exit())
