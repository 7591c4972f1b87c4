import { handleCall, packReply, type SentCall } from './handle-call.ts'

process.on(
  'message',
  ({ id, call }: SentCall) =>
    void handleCall(call).then((reply) => process.send!({ id, reply: packReply(reply) })),
)
// The parent process has ended.
process.on('disconnect', () => process.exit())
