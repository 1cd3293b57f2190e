/** What a player must know of an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1). */

const sampleRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/**
 * @param {Uint8Array} configuration
 * @returns {{ codec: string, sampleRate: number, channels: number } | null}  null if it is not valid
 */
export function audioFormat(configuration) {
  if (configuration.length < 2) return null;
  const bits = configuration.reduce((text, byte) => text + byte.toString(2).padStart(8, "0"), "");
  const objectType = parseInt(bits.slice(0, 5), 2);
  const index = parseInt(bits.slice(5, 9), 2);
  const sampleRate = index === 15 ? parseInt(bits.slice(9, 33), 2) : sampleRates[index];
  const channels = parseInt(bits.slice(index === 15 ? 33 : 9).slice(0, 4), 2);
  if (!objectType || objectType === 31 || !sampleRate) return null;
  return { codec: `mp4a.40.${objectType}`, sampleRate, channels: channels === 7 ? 8 : channels || 2 };
}
