#include "cli/command.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

namespace {

std::vector<std::string> clean_environment(const std::vector<std::string>& added) {
  std::vector<std::string> kept;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, "RETROGRAPH_", 11) != 0 && std::strncmp(*entry, "SLURM_", 6) != 0 &&
        std::strncmp(*entry, "XDG_CONFIG_HOME=", 16) != 0)
      kept.emplace_back(*entry);
  // The first of two equal names holds: what the test adds, then a folder that does not exist.
  kept.insert(kept.end(), added.begin(), added.end());
  kept.emplace_back("XDG_CONFIG_HOME=/nonexistent");
  return kept;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (auto& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

[[noreturn]] void become_command(const std::vector<std::string>& words, std::vector<std::string> environment,
                                 int in, int out, int err) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  std::vector<std::string> line{RETROGRAPH_COMMAND};
  line.insert(line.end(), words.begin(), words.end());
  execve(RETROGRAPH_COMMAND, pointers(line).data(), pointers(environment).data());
  _exit(127);
}

// Reads both ends until they close, so that neither pipe can fill up and stop the command.
void drain(int out, int err, Ran& ran) {
  pollfd ends[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  std::string* texts[2] = {&ran.out, &ran.err};
  for (int open = 2; open > 0;) {
    if (poll(ends, 2, -1) < 0) throw std::runtime_error("poll");
    for (int i = 0; i < 2; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t n = read(ends[i].fd, buffer, sizeof buffer);
      if (n > 0)
        texts[i]->append(buffer, static_cast<std::size_t>(n));
      else
        ends[i].fd = -1, --open;
    }
  }
}

}  // namespace

namespace {

// Until the command takes the signal up: before, it would be ended by it as any program is.
void await_listening(pid_t child, int signal) {
  const std::string path = "/proc/" + std::to_string(child) + "/status";
  const auto bit = [](int number) { return std::uint64_t{1} << (number - 1); };
  for (int turn = 0; turn < 6000; ++turn) {
    std::ifstream status(path);
    for (std::string word; status >> word;) {
      // For moments of their own, such as the start of a thread, libraries block all signals.
      if (word == "SigBlk:" && status >> word &&
          (std::stoull(word, nullptr, 16) & (bit(signal) | bit(SIGQUIT))) == bit(signal))
        return;
      if (word == "State:" && status >> word && word == "Z") return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// `after_start` is told the process; it runs on a thread of its own beside the reading of the output.
template <class AfterStart>
Ran run_with(const std::vector<std::string>& words, const std::string& input,
             const std::vector<std::string>& environment, AfterStart&& after_start) {
  const ScratchFolder scratch;
  const std::string input_path = scratch.write("stdin", input);
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  const int in = open(input_path.c_str(), O_RDONLY | O_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) become_command(words, clean_environment(environment), in, out[1], err[1]);
  close(in);
  close(out[1]);
  close(err[1]);
  Ran ran;
  std::thread beside([&] { after_start(child); });
  drain(out[0], err[0], ran);
  beside.join();
  close(out[0]);
  close(err[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace

Ran run(const std::vector<std::string>& words, const std::string& input,
        const std::vector<std::string>& environment) {
  return run_with(words, input, environment, [](pid_t) {});
}

Ran run_and_signal(const std::vector<std::string>& words, int signal, std::chrono::milliseconds delay) {
  // The child is not reaped before this thread has ended, so its number stays its own.
  return run_with(words, "", {}, [&](pid_t child) {
    await_listening(child, signal);
    std::this_thread::sleep_for(delay);
    kill(child, signal);
  });
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "retrograph-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::write(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return file(name);
}

std::size_t ScratchFolder::size() const {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Json json_of(std::vector<std::string> words, const std::string& input) {
  words.push_back("--json");
  const Ran ran = run(words, input);
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  return Json::parse(ran.out);
}
