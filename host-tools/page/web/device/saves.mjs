// The flash's save region, stored in the browser. A reload of the page is like a power cut.

const STORE = 'regions';
const KEY = 'saves';

function finished(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

export class Saves {
  static async open() {
    const opening = indexedDB.open('dobutsu-device', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new Saves(await finished(opening));
  }

  constructor(database) {
    this.database = database;
    this.writing = false;
    this.next = null;
  }

  // The stored region, or undefined.
  read() {
    return finished(this.database.transaction(STORE).objectStore(STORE).get(KEY));
  }

  // Stores the region. Of the regions that arrive while one is being stored, only the last is stored: each is the
  // whole region at one moment, as a power cut could leave it.
  async keep(region) {
    this.next = region;
    if (this.writing) return;
    this.writing = true;
    try {
      while (this.next) {
        const bytes = this.next;
        this.next = null;
        const transaction = this.database.transaction(STORE, 'readwrite');
        transaction.objectStore(STORE).put(bytes, KEY);
        await new Promise((done, failed) => {
          transaction.oncomplete = done;
          transaction.onabort = () => failed(transaction.error);
        });
      }
    } finally {
      this.writing = false;
    }
  }
}
