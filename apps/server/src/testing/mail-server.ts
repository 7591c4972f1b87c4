import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** The steps of a session that the server can answer differently. */
type Step = 'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'

/** A line, or what happens to the connection instead. */
type Reply = string | ((socket: Socket) => void)

export interface MailServer {
  /** With credentials, so that clients authenticate. */
  url: string
  /** Messages with their headers, whatever the reply to them was. */
  received: string[]
  /** Replies that differ from those of a server that accepts everything. */
  replies: Map<Step, Reply>
  stop(): Promise<void>
}

const usual: Record<Step, string> = {
  greeting: '220 mail.example.org ESMTP',
  AUTH: '235 Accepted',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go on',
  message: '250 Queued',
}
const isStep = (command: string): command is Step => command in usual

/** A mail server: https://www.rfc-editor.org/rfc/rfc5321. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = []
  const replies: MailServer['replies'] = new Map()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    // Clients may disconnect without QUIT.
    sockets.add(socket.on('error', () => undefined))
    converse(socket, replies, received).catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://assay:secret@127.0.0.1:${port}`,
    received,
    replies,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function converse(socket: Socket, replies: MailServer['replies'], received: string[]): Promise<void> {
  const write = (reply: Reply) => (typeof reply === 'string' ? socket.write(`${reply}\r\n`) : reply(socket))
  const take = (step: Step): boolean => {
    const reply = replies.get(step) ?? usual[step]
    write(reply)
    return reply === usual[step]
  }
  let message: string[] | null = null
  take('greeting')
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (message === null) {
      const command = line.split(' ', 1)[0]!.toUpperCase()
      if (command === 'EHLO') write('250-mail.example.org\r\n250 AUTH PLAIN')
      else if (!isStep(command)) write('250 OK')
      else if (take(command) && command === 'DATA') message = []
    } else if (line === '.') {
      received.push(message.join('\n'))
      message = null
      take('message')
    } else message.push(line)
  }
}
