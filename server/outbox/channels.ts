/** One way to the outside, which kinds share. */
export interface Channel<Kind extends string> {
  kinds: readonly Kind[]
  /** How many attempts it carries at a time; the next waits without being claimed. Infinity for no limit. */
  atOnceMax: number
  patienceMs: number
}

/** How many attempts of one channel the relay begins by itself at a time. */
const startedMax = 8

export function createChannels<Kind extends string>(channels: readonly Channel<Kind>[]) {
  const carried = new Map(channels.map((channel) => [channel, 0]))
  const carriedBy = (channel: Channel<Kind>) => carried.get(channel) ?? 0
  /** How many more attempts the relay may begin. */
  const roomOf = (channel: Channel<Kind>) => Math.min(channel.atOnceMax, startedMax) - carriedBy(channel)

  return {
    roomOf,
    roomy: () => channels.filter((channel) => roomOf(channel) > 0),
    /** For an attempt that somebody waits for. */
    hasRoom: (channel: Channel<Kind>) => carriedBy(channel) < channel.atOnceMax,
    carry: (channel: Channel<Kind>, more: number) => carried.set(channel, carriedBy(channel) + more),

    of(kind: Kind): Channel<Kind> {
      const channel = channels.find(({ kinds }) => kinds.includes(kind))
      if (!channel) throw new RangeError(`No channel carries ${kind}.`)
      return channel
    },
  }
}
